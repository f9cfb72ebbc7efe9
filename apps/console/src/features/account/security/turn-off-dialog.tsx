import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorSummary } from '../../../forms/error-summary.tsx'
import { Field } from '../../../forms/field.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { useSecurity } from '../queries.ts'

const FORM = 'turn-off-totp'

interface TurnOffDialogProps {
  onDone: () => void
  onClose: () => void
}

/** Asks for a last code. */
export function TurnOffDialog({ onDone, onClose }: TurnOffDialogProps) {
  const { t } = useLingui()
  const { disableTotp } = useSecurity()
  const form = useApiForm({
    defaultValues: { code: '' },
    async submit({ code }) {
      await disableTotp({ code })
      onDone()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={t`Turn off two-step sign-in`}
      description={<Trans>Then the password alone signs you in. The recovery codes end, too.</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={FORM} variant="danger" busy={form.formState.isSubmitting}>
            <Trans>Turn off</Trans>
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-3">
        <Field
          label={t`Code of your authenticator app`}
          hint={t`Or one of your recovery codes.`}
          error={form.findError('code')}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="one-time-code"
              autoFocus
              className="font-mono tracking-wider"
              {...form.register('code')}
            />
          )}
        </Field>
        {form.problems.length === 0 && <ErrorSummary problems={[]} failure={form.failure} />}
      </form>
    </Dialog>
  )
}
