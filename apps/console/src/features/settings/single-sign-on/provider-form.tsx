import { Trans, useLingui } from '@lingui/react/macro'
import type { OidcProvider } from '@waybill/sdk'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ErrorSummary } from '../../../forms/error-summary.tsx'
import { Field } from '../../../forms/field.tsx'
import { UnsavedNote } from '../../../forms/unsaved-note.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { ROLES, useRoleNames } from '../../../session/roles.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Checkbox, Input, Select } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useRoleWords } from '../team/role-words.ts'
import { emptyProvider, type ProviderValues, providerValues, readChanges, toProvider } from './provider-values.ts'
import { useCreateProvider, useUpdateProvider } from './queries.ts'

/** Where the provider sends people back to, before there is a provider that says so. */
const futureRedirectUri = (merchantId: string) => `${window.location.origin}/console/sign-in/callback/${merchantId}`

/** Sets the provider up, or changes it. What is typed is kept over a reload, but for the secret. */
export function ProviderForm({ provider }: { provider: OidcProvider | null }) {
  const { t } = useLingui()
  const { merchant } = useSession()
  const roleName = useRoleNames()
  const roleWords = useRoleWords()
  const create = useCreateProvider()
  const update = useUpdateProvider()
  const [before, setBefore] = useState(() => (provider ? providerValues(provider) : emptyProvider))
  const form = useApiForm<ProviderValues>({
    defaultValues: before,
    draftKey: `identity-provider.${provider?.provider_id ?? 'new'}`,
    secret: 'client_secret',
    rename: (name) => name.replace(/^email_domains\[\d+\]$/, 'email_domains'),
    async submit(values, key) {
      const stored = provider
        ? await update.mutateAsync({ providerId: provider.provider_id, changes: readChanges(before, values), key })
        : await create.mutateAsync({ provider: toProvider(values), key })
      setBefore(providerValues(stored))
      form.reset(providerValues(stored))
      toast(provider ? t`The identity provider is changed.` : t`The identity provider is set up.`)
    },
  })
  const typed = { ...before, ...useWatch({ control: form.control }) }
  const isUnsaved = provider !== null && Object.keys(readChanges(before, typed)).length > 0
  const labels: Record<string, string> = {
    issuer: t`Issuer`,
    client_id: t`Client ID`,
    client_secret: t`Client secret`,
    email_domains: t`E-mail domains`,
    default_role: t`New people of these domains`,
  }
  const redirectUri = provider?.redirect_uri ?? futureRedirectUri(merchant.merchant_id)
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.onSubmit}>
      <div>
        <p className="text-sm text-muted">
          <Trans>Register a web application at your OpenID Connect provider, with this redirect URI:</Trans>
        </p>
        <p className="mt-1 flex items-center gap-2">
          <code className="min-w-0 break-all rounded bg-sunken px-2 py-1 text-sm">{redirectUri}</code>
          <CopyButton text={redirectUri} what={t`redirect URI`} />
        </p>
      </div>
      <Field
        label={labels.issuer}
        hint={t`As the provider shows it, such as https://login.example.com.`}
        required
        error={form.findError('issuer')}
      >
        {(control) => (
          <Input {...control} type="url" autoComplete="off" spellCheck={false} {...form.register('issuer')} />
        )}
      </Field>
      <Field label={labels.client_id} required error={form.findError('client_id')}>
        {(control) => <Input {...control} autoComplete="off" spellCheck={false} {...form.register('client_id')} />}
      </Field>
      <Field
        label={labels.client_secret}
        required={!provider}
        {...(provider && { hint: t`It is stored, and not shown. Type a new one to replace it.` })}
        error={form.findError('client_secret')}
      >
        {(control) => (
          <Input {...control} type="password" autoComplete="new-password" {...form.register('client_secret')} />
        )}
      </Field>
      <Field
        label={labels.email_domains}
        hint={t`Only people with an address in one of them sign in. Separate them by commas. Empty: members and invited people of any domain.`}
        error={form.findError('email_domains')}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            placeholder="example.com"
            {...form.register('email_domains')}
          />
        )}
      </Field>
      <Field
        label={labels.default_role}
        hint={roleWords(form.watch('default_role'))}
        error={form.findError('default_role')}
      >
        {(control) => (
          <Select {...control} {...form.register('default_role')}>
            <option value="">{t`Must be invited first`}</option>
            {ROLES.filter((role) => role !== 'owner').map((role) => (
              <option key={role} value={role}>
                {roleName(role)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex flex-col gap-2">
        <Checkbox {...form.register('email_trusted')}>
          <Trans>Trust its e-mail addresses, even if it does not say that they are verified</Trans>
        </Checkbox>
        <p className="text-sm text-muted">
          <Trans>Microsoft Entra ID needs it. Only for a provider where people cannot choose their address.</Trans>
        </p>
        <Checkbox {...form.register('required')}>
          <Trans>Require it: only owners may sign in another way</Trans>
        </Checkbox>
        <p className="text-sm text-muted">
          <Trans>Try it first: members who signed in another way are signed out at once.</Trans>
        </p>
      </div>
      <ErrorSummary problems={form.problems} failure={form.failure} getLabel={(name) => labels[name] ?? name} />
      {isUnsaved && <UnsavedNote onDiscard={() => form.discard(before)} />}
      <div>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {provider ? <Trans>Save</Trans> : <Trans>Set up</Trans>}
        </Button>
      </div>
    </form>
  )
}
