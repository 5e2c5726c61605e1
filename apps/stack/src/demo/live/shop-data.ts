/**
 * The data of the shop. Six faults are planted: an order without a customer, one with a negative total, one with a status that no one
 * knows, one of the future, a payment reference that is there twice, an item of no order.
 */
export const SHOP_DATA = `
DROP SCHEMA IF EXISTS shop CASCADE;
CREATE SCHEMA shop;
COMMENT ON SCHEMA shop IS 'The web shop as it runs';

CREATE TABLE shop.customers (
  customer_id bigint PRIMARY KEY,
  email varchar(320) NOT NULL UNIQUE,
  country char(2) NOT NULL,
  signed_up_at timestamptz NOT NULL
);
COMMENT ON TABLE shop.customers IS 'One row for each customer account';
COMMENT ON COLUMN shop.customers.customer_id IS 'Key of the customer';
COMMENT ON COLUMN shop.customers.email IS 'Address for receipts';
COMMENT ON COLUMN shop.customers.country IS 'ISO 3166 code';
COMMENT ON COLUMN shop.customers.signed_up_at IS 'When the account was made';

CREATE TABLE shop.orders (
  order_id bigint PRIMARY KEY,
  customer_id bigint REFERENCES shop.customers,
  ordered_at timestamptz NOT NULL,
  status text NOT NULL,
  total numeric(12, 2) NOT NULL
);
COMMENT ON TABLE shop.orders IS 'One row for each order, paid or not';
COMMENT ON COLUMN shop.orders.order_id IS 'Key of the order';
COMMENT ON COLUMN shop.orders.customer_id IS 'Who ordered';
COMMENT ON COLUMN shop.orders.ordered_at IS 'When the basket was sent';
COMMENT ON COLUMN shop.orders.status IS 'new, paid, sent or returned';
COMMENT ON COLUMN shop.orders.total IS 'Sum of all items, tax included';

CREATE TABLE shop.order_items (
  order_id bigint NOT NULL,
  line integer NOT NULL,
  product text NOT NULL,
  quantity integer NOT NULL,
  PRIMARY KEY (order_id, line)
);
COMMENT ON TABLE shop.order_items IS 'The lines of the orders';

CREATE TABLE shop.payments (
  payment_id bigint PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES shop.orders,
  reference text NOT NULL,
  amount numeric(12, 2) NOT NULL
);
COMMENT ON TABLE shop.payments IS 'What was paid for orders';

CREATE TABLE shop.visits (country char(2) NOT NULL, day date NOT NULL, visits integer NOT NULL) PARTITION BY LIST (country);
CREATE TABLE shop.visits_de PARTITION OF shop.visits FOR VALUES IN ('DE');
CREATE TABLE shop.visits_rest PARTITION OF shop.visits DEFAULT;
COMMENT ON TABLE shop.visits IS 'Visits of the shop by country and day';

CREATE VIEW shop.paid_orders AS
  SELECT o.order_id, o.total, p.amount FROM shop.orders o JOIN shop.payments p USING (order_id);

INSERT INTO shop.customers
  SELECT n, 'customer' || n || '@example.com', (ARRAY['DE', 'FR', 'IT'])[1 + n % 3], now() - n * interval '1 day'
    FROM generate_series(1, 60) n;
INSERT INTO shop.orders
  SELECT n, 1 + n % 60, now() - n * interval '1 hour', (ARRAY['new', 'paid', 'sent', 'returned'])[1 + n % 4], 5 + n * 1.25
    FROM generate_series(1, 200) n;
INSERT INTO shop.order_items
  SELECT n, line, (ARRAY['lamp', 'chair', 'table'])[1 + (n + line) % 3], 1 + n % 4
    FROM generate_series(1, 200) n, generate_series(1, 2) line;
INSERT INTO shop.payments SELECT n, n, 'ref-' || n, 5 + n * 1.25 FROM generate_series(1, 180) n;
INSERT INTO shop.visits
  SELECT country, current_date - n, 100 + n FROM generate_series(1, 14) n, unnest(ARRAY['DE', 'FR', 'IT']) country;

UPDATE shop.orders SET customer_id = NULL WHERE order_id = 17;
UPDATE shop.orders SET total = -12.50 WHERE order_id = 42;
UPDATE shop.orders SET status = 'teleported' WHERE order_id = 99;
UPDATE shop.orders SET ordered_at = now() + interval '40 days' WHERE order_id = 120;
UPDATE shop.payments SET reference = 'ref-7' WHERE payment_id = 8;
INSERT INTO shop.order_items VALUES (9001, 1, 'lamp', 1);

GRANT USAGE ON SCHEMA shop TO shop_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA shop TO shop_reader;
ANALYZE shop.customers, shop.orders, shop.order_items, shop.payments;
`;
