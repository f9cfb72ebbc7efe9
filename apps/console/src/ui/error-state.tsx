import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ConnectionError, WaybillError } from '@waybill/sdk'
import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

interface ErrorStateProps {
  error: unknown
  /** Shows a button that tries again. */
  onRetry?: () => void
}

/** In place of what could not be loaded: the message of the API, what to do, and the ID of the request. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useLingui()
  const { message, requestId } = describeError(error)
  return (
    <div role="alert" className="flex max-w-xl flex-col items-start gap-2 rounded-lg border bg-surface p-5">
      <p className="flex items-center gap-2 font-semibold text-danger">
        <CircleAlert className="size-4 shrink-0" aria-hidden />
        <Trans>This did not work</Trans>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{message}</p>
      <Advice error={error} />
      {requestId && (
        <p className="flex items-center gap-1 text-sm text-muted">
          <Trans>
            Request <code className="font-mono">{requestId}</code>
          </Trans>
          <CopyButton text={requestId} what={t`request ID`} />
        </p>
      )}
      {onRetry && (
        <Button className="mt-1" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}

/** An error inside a form or a dialog, in one line or a few. */
export function ErrorNote({ error }: { error: unknown }) {
  if (isNotConfirmed(error)) return null
  const { message, requestId } = describeError(error)
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
      <p className="wrap-anywhere whitespace-pre-line">{message}</p>
      {requestId && (
        <p className="mt-1 text-xs">
          <Trans>
            Request <code className="font-mono">{requestId}</code>
          </Trans>
        </p>
      )}
    </div>
  )
}

/** The person was asked for a confirmation and closed the question: nothing has happened, and nothing is to be said. */
export const isNotConfirmed = (error: unknown): boolean =>
  error instanceof WaybillError && error.code === 'confirmation_required'

/**
 * The first line of the message of the API, without the status and the request that the SDK adds for logs. The SDK's own
 * message of a call without an answer is for developers: the person reads another.
 */
export function describeError(error: unknown): { message: string; requestId: string | null } {
  if (!(error instanceof WaybillError))
    return { message: error instanceof Error ? error.message : String(error), requestId: null }
  if (error instanceof ConnectionError) return { message: explainSilence(error), requestId: null }
  const reason = error.carrier ? `\n${error.carrier.carrier_code}: ${error.carrier.message}` : ''
  const [first = ''] = error.message.split('\n')
  return { message: first.replace(/ \(\d{3} \w+, request [^)]*\)$/, '') + reason, requestId: error.requestId }
}

const explainSilence = ({ idempotencyKey }: ConnectionError): string =>
  i18n._(
    idempotencyKey === null
      ? msg`Waybill does not answer.`
      : msg`Waybill does not answer. Try again: nothing is done twice.`,
  )

function Advice({ error }: { error: unknown }) {
  if (!(error instanceof WaybillError)) return null
  const { status, retryable, code } = error
  if (status === null) return <Trans>Check your connection. What you typed is kept.</Trans>
  if (status === 403) return <Trans>Ask an owner of your team for the permission.</Trans>
  if (status === 404) return <Trans>It may have been deleted, or it belongs to another environment.</Trans>
  if (code === 'version_conflict')
    return <Trans>Somebody else has changed it. Load it again and repeat your change.</Trans>
  if (retryable) return <Trans>Try again in a moment. Nothing is done twice.</Trans>
  return null
}
