-- Keeps user_email.
create or replace function keep_user_email() returns trigger language plpgsql as $$
begin
  if new.deleted_by is null and new.body ->> 'email' is not null then
    insert into user_email as m (node, email) values (new.node, lower(new.body ->> 'email'))
    on conflict (node) do update set email = excluded.email where m.email <> excluded.email;
  else
    delete from user_email m where m.node = new.node;
  end if;
  return null;
end $$;

create or replace trigger user_email_insert after insert on entity
  for each row when (new.type = 'user') execute function keep_user_email();

create or replace trigger user_email_update after update on entity for each row
  when (new.type = 'user'
        and (old.deleted_by is distinct from new.deleted_by or old.body ->> 'email' is distinct from new.body ->> 'email'))
  execute function keep_user_email();
