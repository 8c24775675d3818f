-- compatible: adds a nullable column that only this version and later ones read

-- Which build of the service runs as a node. Null: 0.1.0+f844f4bd or before.
alter table nodes add column build text;
