/** SQL: how a community speaks to its members, as `AddressStyle` has it. Needs the communities as c. */
export const ADDRESS_STYLE = `zone_of(c.time_zone, c.languages) as "timeZone!", c.hours_as as "hoursAs", c.address_form as "addressForm", c.office_name_en as "officeNameEn",
     c.office_name_de as "officeNameDe"`;
