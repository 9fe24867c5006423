// Layout of the pages below /algos/my-algos. Error messages appear below the links between the account's pages.
export {
  AccountArea as default,
  AccountFault as ErrorBoundary,
  accountAreaHandle as handle,
  accountAreaHeaders as headers,
  accountAreaMeta as meta,
} from "../portfolio/account-area.tsx";
