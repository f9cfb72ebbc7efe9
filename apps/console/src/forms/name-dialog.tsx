import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import type { ApiForm } from './use-api-form.ts'

interface NameDialogProps<T extends FieldValues & { name: string }> {
  form: ApiForm<T>
  title: string
  description: ReactNode
  /** The verb of the main button. */
  action: ReactNode
  placeholder?: string
  onClose: () => void
  /** Further fields. */
  children: ReactNode
}

/** Saves something under a name. */
export function NameDialog<T extends FieldValues & { name: string }>(props: NameDialogProps<T>) {
  const { form, title, description, action, placeholder, onClose, children } = props
  const { t } = useLingui()
  const formId = useId()
  const name = 'name' as Path<T>
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      size="sm"
      persistent
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.formState.isSubmitting}>
            {action}
          </Button>
        </>
      }
    >
      {/* React passes events of a dialog on to the form that opened it, which would be sent, too. */}
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.stopPropagation()
          void form.onSubmit(event)
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        <ErrorSummary problems={form.problems} failure={form.failure} />
        <Field label={t`Name`} required error={form.findError(name)}>
          {(control) => <Input {...control} {...form.register(name)} autoComplete="off" placeholder={placeholder} />}
        </Field>
        {children}
      </form>
    </Dialog>
  )
}
