/** SQL: how a community speaks to its members, as `Voice` has it. Needs the communities as c. */
export const VOICE = `c.address_form as "addressForm", c.office_name_en as "officeNameEn",
     c.office_name_de as "officeNameDe"`;
