import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { loadSession } from '../../session/session.ts'
import { type LinkAccount, readLink } from '../../session/session-calls.ts'

interface OpenedLink {
  account: LinkAccount
  /** Who is signed in in this browser, if it is another person. */
  other: string | null
}

/** The account that the link of the page opens; undefined until it is known, or without a token. */
export function useLinkAccount(token: string | null, onFailure: (error: unknown) => void): OpenedLink | undefined {
  const [opened, setOpened] = useState<OpenedLink>()
  useEffect(() => {
    if (token === null) return
    const read = async () => {
      const account = await readLink(token)
      // The signed-in person is a hint only: without it the link is still good.
      const session = await loadSession().catch(() => null)
      const email = session?.user.email ?? null
      setOpened({ account, other: email === account.email ? null : email })
    }
    read().catch(onFailure)
  }, [token, onFailure])
  return opened
}

/** Names the account, so that nobody goes on in that of somebody else without noticing. */
export function LinkAccountNote({ opened: { account, other } }: { opened: OpenedLink }) {
  const { t } = useLingui()
  const { email, merchant_name: merchant } = account
  return (
    <div className="mb-4 flex flex-col gap-2 wrap-anywhere">
      <p>
        <Trans>
          This link is for <strong>{email}</strong>, in the team of <strong>{merchant}</strong>.
        </Trans>
      </p>
      {other !== null && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-warning">
          {t`You are signed in as ${other}. If you go on, that session ends in this browser.`}
        </p>
      )}
    </div>
  )
}
