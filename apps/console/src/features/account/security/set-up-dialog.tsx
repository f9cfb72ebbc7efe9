import { Trans, useLingui } from '@lingui/react/macro'
import type { TotpSetup } from '@waybill/sdk'
import { lazy, Suspense } from 'react'
import { ErrorSummary } from '../../../forms/error-summary.tsx'
import { Field } from '../../../forms/field.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { useSecurity } from '../queries.ts'

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })))
const FORM = 'set-up-totp'

interface SetUpDialogProps {
  setup: TotpSetup
  onEnabled: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** The secret for the app, and the first code from it. */
export function SetUpDialog({ setup, onEnabled, onClose }: SetUpDialogProps) {
  const { t } = useLingui()
  const { enableTotp } = useSecurity()
  const form = useApiForm({
    defaultValues: { code: '' },
    async submit({ code }) {
      const { recovery_codes } = await enableTotp({ code })
      onEnabled(recovery_codes)
    },
  })
  return (
    <Dialog
      open
      persistent
      onOpenChange={(open) => open || onClose()}
      title={t`Set up an authenticator app`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={FORM} variant="primary" busy={form.formState.isSubmitting}>
            <Trans>Turn on</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
          <Suspense fallback={<div className="size-44 shrink-0 rounded-md border bg-sunken" />}>
            <QrCode text={setup.url} label={t`QR code for your authenticator app`} />
          </Suspense>
          <div className="flex min-w-0 flex-col gap-2">
            <p>
              <Trans>Scan the code with an app such as Aegis, Google Authenticator or 1Password.</Trans>
            </p>
            <p className="text-sm text-muted">
              <Trans>No camera? Type this key into the app:</Trans>
            </p>
            <p className="flex items-start gap-1 font-mono text-sm">
              <span data-testid="totp-secret" className="min-w-0 wrap-anywhere">
                {setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
              </span>
              <CopyButton text={setup.secret} what={t`key`} />
            </p>
          </div>
        </div>
        <form id={FORM} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-3">
          <Field
            label={t`Code from the app`}
            hint={t`Six digits, new every half minute.`}
            error={form.findError('code')}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
                className="max-w-48 font-mono tracking-wider"
                {...form.register('code')}
              />
            )}
          </Field>
          {form.problems.length === 0 && <ErrorSummary problems={[]} failure={form.failure} />}
        </form>
      </div>
    </Dialog>
  )
}
