-- compatible: adds a column that fills itself, and that only this version and later ones read

-- Tells one installation from another: whose backups are in a folder. It moves with the database, and is restored.
alter table installation add column installation_id uuid not null default gen_random_uuid();
