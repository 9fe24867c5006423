// A complete brand that is not the product's own: what a site in front of a provider must be given to start.
export const BRAND = {
  BRAND_NAME: "Northgate",
  BRAND_LEGAL_NAME: "Northgate Broking Private Limited",
  BRAND_REGISTRATION: "Stock broker registration: INZ000123456. Member of NSE and BSE.",
  BRAND_ADDRESS: "12 Harbour Road, Chennai 600001, India",
  BRAND_SUPPORT_EMAIL: "help@northgate.test",
  BRAND_SUPPORT_PHONE: "+91 44 5555 0100",
  BRAND_COMPLIANCE_OFFICER: "R. Iyer, compliance@northgate.test",
};
