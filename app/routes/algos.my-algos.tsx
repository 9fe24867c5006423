// Layout of the pages below /algos/my-algos. An error is shown below the account navigation.
export {
  AccountArea as default,
  AccountFault as ErrorBoundary,
  accountAreaHandle as handle,
  accountAreaHeaders as headers,
  accountAreaMeta as meta,
} from "../portfolio/account-area.tsx";
