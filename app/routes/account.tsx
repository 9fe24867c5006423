// Around every page of the account: what cannot be shown is said beneath the account's own places.
export {
  AccountArea as default,
  AccountFault as ErrorBoundary,
  accountAreaHandle as handle,
  accountAreaHeaders as headers,
  accountAreaMeta as meta,
} from "../portfolio/account-area.tsx";
