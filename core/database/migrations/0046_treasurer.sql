-- compatible: the release before gives the new role to nobody, and refuses what it does not know of one who has it.
alter table administrator_roles
  drop constraint administrator_roles_role_check,
  add constraint administrator_roles_role_check
    check (role in ('owner', 'administrator', 'coordinator', 'treasurer', 'auditor'));
alter table invitations
  drop constraint invitations_role_check,
  add constraint invitations_role_check
    check (role in ('owner', 'administrator', 'coordinator', 'treasurer', 'auditor'));
