// Sign-out: revokes the token at the provider, so that a copied cookie is worthless, and clears the cookie. Only the
// POST form signs out; a GET request shows the form.
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectSignedOut } from "../frame/sign-out.ts";
import { logoutText as text } from "../frame/text.ts";
import { SubmitButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";

export async function action({ context }: ActionFunctionArgs) {
  try {
    await context.account?.endSession();
  } catch (fault) {
    // Clears the cookie in any case. If the provider is unavailable, its token remains valid until it expires.
    if (!(fault instanceof Response)) throw fault;
  }
  return redirectSignedOut(context);
}

export function loader({ context }: LoaderFunctionArgs) {
  if (!context.session) throw redirect("/", 303);
  return { xsrf: context.session.xsrf, name: context.session.name };
}

export const meta = fixedMeta(text, "/logout", { isIndexed: false });

export default function Logout() {
  const { xsrf, name } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={text.signOutQuestion} lead={text.signedInAs(name)} />
      <form action="/logout" method="post">
        <input type="hidden" name="xsrf" value={xsrf} />
        <SubmitButton>{text.title}</SubmitButton>
      </form>
    </>
  );
}
