create schema shop;
create schema mart;

create table shop.customers (
  customer_id bigint primary key, email varchar(200) not null, full_name text, country char(2),
  created_at timestamptz not null default now());
comment on table shop.customers is 'One row for each customer';
comment on column shop.customers.email is 'Address that invoices go to';
create table shop.products (
  product_id integer primary key, sku varchar(40) not null unique, title text not null, price numeric(10,2) not null,
  attributes jsonb, labels text[]);
create table shop.orders (
  order_id bigint primary key, customer_id bigint not null references shop.customers, ordered_at timestamp not null,
  status varchar(20) not null, total numeric(18,2), note text);
comment on table shop.orders is 'One row for each order';
create table shop.order_lines (
  order_id bigint references shop.orders, line_no smallint, product_id integer references shop.products, quantity real,
  primary key (order_id, line_no));
create table shop.obsolete (id integer primary key);

create table mart.daily_sales (day date primary key, orders bigint, revenue numeric(18,2));
create table mart.order_facts (order_id bigint, customer_id bigint, total numeric(18,2), country char(2));
create table mart.country_sales (country char(2), orders bigint, revenue numeric);
create view mart.customer_orders as
  select c.customer_id, c.email, count(o.order_id) as orders, sum(o.total) as revenue
    from shop.customers c left join shop.orders o on o.customer_id = c.customer_id group by 1, 2;
create materialized view mart.open_orders as
  select o.order_id, o.total, c.email from shop.orders o join shop.customers c on c.customer_id = o.customer_id
   where o.status = 'open';
create function shop.order_total(id bigint) returns numeric language sql as
  'select sum(l.quantity * p.price)::numeric from shop.order_lines l join shop.products p using (product_id) where l.order_id = id';

insert into shop.customers select i, 'c' || i || '@example.org', 'Customer ' || i, 'DE', now() from generate_series(1, 200) i;
insert into shop.products select i, 'SKU-' || i, 'Product ' || i, i * 1.5, '{}', array['new'] from generate_series(1, 50) i;
insert into shop.orders
  select i, 1 + i % 200, now() - i * interval '1 hour', case when i % 3 = 0 then 'open' else 'paid' end, i * 2.5, null
    from generate_series(1, 1000) i;
insert into shop.order_lines select i, 1, 1 + i % 50, 2 from generate_series(1, 1000) i;
