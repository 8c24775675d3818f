-- compatible: one more word is allowed, which the release before does not write.

-- A community may also move in from another installation of this service.
alter table moves drop constraint moves_system_check,
  add constraint moves_system_check check (system in ('timeoverflow', 'komunitin', 'ces', 'cyclos', 'timebank'));
