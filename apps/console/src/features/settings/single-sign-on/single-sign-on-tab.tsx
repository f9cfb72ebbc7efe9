import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OidcProvider } from '@waybill/sdk'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useApi } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { ProviderForm } from './provider-form.tsx'
import { providerQueries, useDeleteProvider } from './queries.ts'

/** The identity provider with which the team signs in. */
export function SingleSignOnTab() {
  const { data: provider, error, refetch } = useQuery(providerQueries(useApi()).provider())
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page, provider === undefined ? undefined : (provider?.provider_id ?? null))
  if (provider === undefined) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />
  return (
    <div ref={page} tabIndex={-1} className="flex flex-col gap-4 focus:outline-none">
      {provider && <StateCard provider={provider} />}
      <Card title={provider ? <Trans>Identity provider</Trans> : <Trans>Set up an identity provider</Trans>}>
        <div className="max-w-2xl">
          <ProviderForm key={provider?.provider_id} provider={provider} />
        </div>
      </Card>
    </div>
  )
}

/** Moves the focus to the page when what had it has gone with the provider, or the form without one. */
function useKeptFocus(page: RefObject<HTMLElement | null>, providerId: string | null | undefined) {
  const shown = useRef(providerId)
  useEffect(() => {
    const isOther = shown.current !== undefined && shown.current !== providerId
    shown.current = providerId
    if (isOther && document.activeElement === document.body) page.current?.focus()
  }, [page, providerId])
}

function StateCard({ provider }: { provider: OidcProvider }) {
  const { t } = useLingui()
  const [isRemoving, setRemoving] = useState(false)
  const remove = useDeleteProvider()
  const removeNow = async () => {
    try {
      await remove.mutateAsync(provider.provider_id)
      setRemoving(false)
      toast(t`The identity provider is removed.`)
    } catch (failure) {
      toastError(failure)
    }
  }
  return (
    <Card title={<Trans>Link to sign in</Trans>}>
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          <Trans>Give it to your team. The browser remembers it for the next time.</Trans>
        </p>
        <p className="flex items-center gap-2">
          <code data-testid="sign-in-url" className="min-w-0 break-all rounded bg-sunken px-2 py-1 text-sm">
            {provider.sign_in_url}
          </code>
          <CopyButton text={provider.sign_in_url} what={t`link to sign in`} />
        </p>
        {provider.needs_confirmation ? <NeedsConfirmation /> : <Reachability provider={provider} />}
        <div>
          <Button onClick={() => setRemoving(true)}>
            <Trans>Remove the identity provider</Trans>
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={<Trans>Remove the identity provider?</Trans>}
        action={<Trans>Remove</Trans>}
        danger
        busy={remove.isPending}
        onConfirm={removeNow}
      >
        <Trans>
          Members who signed in with it are signed out. Members without a password need a link to set one: make it under
          Team.
        </Trans>
      </ConfirmDialog>
    </Card>
  )
}

/** The person who entered the provider decides who signs in with it, so an owner has to answer for it. */
function NeedsConfirmation() {
  return (
    <div role="status" className="flex flex-wrap items-center gap-2">
      <Badge tone="danger">
        <Trans>Nobody can sign in with it</Trans>
      </Badge>
      <span>
        <Trans>
          The owner who saved it last has left the team or is no owner any more. Check the settings below, then save
          them.
        </Trans>
      </span>
    </div>
  )
}

/** Whether the provider answers, asked again after each change. */
function Reachability({ provider }: { provider: OidcProvider }) {
  const { data, error, isFetching, refetch } = useQuery(providerQueries(useApi()).check(provider))
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return (
    <div role="status" className="flex flex-wrap items-center gap-2">
      {data === undefined || isFetching ? (
        <Trans>Asking the identity provider …</Trans>
      ) : data.reachable ? (
        <>
          <Badge tone="success">
            <Trans>It answers</Trans>
          </Badge>
          <span className="text-sm text-muted">
            <Trans>Whether the client id and the secret are right shows at the first sign-in.</Trans>
          </span>
        </>
      ) : (
        <>
          <Badge tone="danger">
            <Trans>It does not answer</Trans>
          </Badge>
          <span>{data.problem}</span>
          <Button size="sm" onClick={() => refetch()}>
            <Trans>Ask again</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
