import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { ErrorSummary } from '../../../forms/error-summary.tsx'
import { Field } from '../../../forms/field.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { isDismissed, isMadeBefore } from '../../../session/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'

interface PasskeyNameDialogProps {
  title: string
  action: ReactNode
  name: string
  save: (name: string) => Promise<unknown>
  onSaved: () => void
  onClose: () => void
}

/** Asks for the name of a passkey. Stays open if the browser makes none. */
export function PasskeyNameDialog({ title, action, name, save, onSaved, onClose }: PasskeyNameDialogProps) {
  const { t } = useLingui()
  const formId = useId()
  const [notice, setNotice] = useState<ReactNode>(null)
  const form = useApiForm({
    defaultValues: { name },
    async submit(values) {
      setNotice(null)
      try {
        await save(values.name)
        onSaved()
      } catch (error) {
        if (isDismissed(error)) setNotice(<Trans>Your browser has made no passkey. Try again.</Trans>)
        else if (isMadeBefore(error)) setNotice(<Trans>This device has a passkey for your account already.</Trans>)
        else throw error
      }
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.formState.isSubmitting}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-3">
        <Field label={t`Name`} hint={t`By which you tell it from others.`} error={form.findError('name')}>
          {(control) => <Input {...control} autoFocus {...form.register('name')} />}
        </Field>
        {notice !== null && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
            {notice}
          </p>
        )}
        {form.problems.length === 0 && <ErrorSummary problems={[]} failure={form.failure} />}
      </form>
    </Dialog>
  )
}
