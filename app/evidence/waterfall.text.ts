// What the steps from gross to net say.
export const text = {
  gross: "Gross",
  chargesAndSlippage: "Charges and slippage",
  managersFee: "Manager’s fee",
  net: "Net",
  fromGrossToNet: (amount: string) => `From gross to net, of ${amount}`,
} as const;
