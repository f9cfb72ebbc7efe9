import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorSummary } from '../../../forms/error-summary.tsx'
import { Field } from '../../../forms/field.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { ROLES, type Role, useRoleNames } from '../../../session/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { useInvite } from './queries.ts'
import { useRoleWords } from './role-words.ts'

/** Makes a link for a new member, to be sent by hand. */
export function InviteForm({ onLink }: { onLink: (link: string) => void }) {
  const { t } = useLingui()
  const roleName = useRoleNames()
  const roleWords = useRoleWords()
  const invite = useInvite()
  const form = useApiForm<{ email: string; role: Role }>({
    defaultValues: { email: '', role: 'operations' },
    draftKey: 'invite',
    async submit(values) {
      const { url } = await invite.mutateAsync(values)
      form.reset()
      onLink(url)
    },
  })
  return (
    <form className="grid items-start gap-3 sm:grid-cols-2" noValidate onSubmit={form.onSubmit}>
      <Field label={t`E-mail`} required error={form.findError('email')}>
        {(control) => <Input {...control} type="email" autoComplete="off" {...form.register('email')} />}
      </Field>
      <Field label={t`Role`} hint={roleWords(form.watch('role'))} error={form.findError('role')}>
        {(control) => (
          <Select {...control} {...form.register('role')}>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {roleName(role)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="sm:col-span-2">
        <ErrorSummary problems={form.problems} failure={form.failure} />
      </div>
      <div>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          <Trans>Make a link</Trans>
        </Button>
      </div>
    </form>
  )
}
