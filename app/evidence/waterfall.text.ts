// Text of the steps from gross to net.
export const text = {
  gross: "Gross",
  chargesAndSlippage: "Charges and slippage",
  managersFee: "Manager’s fee",
  net: "Net",
  fromGrossToNet: (amount: string) => `From gross to net, of ${amount}`,
} as const;
