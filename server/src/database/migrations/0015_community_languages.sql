-- Languages a community speaks, its main one first.
alter table communities add column languages text[] not null default '{en}' check (cardinality(languages) > 0);
