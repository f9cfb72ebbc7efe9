import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useCustomsNames } from '../../../format/customs-names.ts'
import { Field } from '../../../forms/field.tsx'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Card } from '../../../ui/card.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { shipQueries } from '../queries.ts'
import type { ShipValues } from '../values.ts'
import { type CustomsValues, filesExports, needsCustoms } from './customs-values.ts'
import { ItemFields } from './item-fields.tsx'
import { NoticeText, showNotices } from './notice-texts.tsx'
import { type FieldNotice, stillTrue } from './notices.ts'

const INCOTERMS = ['DAP', 'DDP', 'EXW', 'FCA', 'CPT', 'CIP', 'DPU', 'FAS', 'FOB', 'CFR', 'CIF', 'DAT', 'DDU']
/** Fields that this card does not show. */
const UNSEEN = /^(parcels$|pickup_address\.|customs\.tax_ids|customs\.duties_payer)/

/** The values for which offers were asked, with what carriers and lane said about them. */
export interface Quoted {
  values: ShipValues
  notices: readonly FieldNotice[]
}

interface CustomsCardProps {
  form: ApiForm<ShipValues>
  quoted: Quoted | null
}

/** Goods and their declaration, if they cross a customs border. */
export function CustomsCard({ form, quoted }: CustomsCardProps) {
  // Each edit is compared with what was quoted.
  useWatch({ control: form.control })
  const values = form.getValues()
  if (!needsCustoms(values)) return null
  const notices = quoted ? stillTrue(quoted.notices, quoted.values, values) : []
  const findWarning = (name: string) => showNotices(notices, name)
  const others = notices.filter(({ name }) => UNSEEN.test(name))
  return (
    <Card title={<Trans>Customs</Trans>}>
      <div className="flex flex-col gap-4">
        {others.length > 0 && (
          <div className="rounded-md bg-warning-soft px-3 py-2 text-sm wrap-anywhere text-warning">
            {others.map((notice) => (
              <NoticeText key={`${notice.carrier} ${notice.name} ${notice.text}`} notice={notice} />
            ))}
          </div>
        )}
        {values.parcels.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the goods are those of the parcel at this place
          <ItemFields key={index} form={form} index={index} findWarning={findWarning} />
        ))}
        <Declaration form={form} values={values} findWarning={findWarning} />
      </div>
    </Card>
  )
}

interface DeclarationProps {
  form: ApiForm<ShipValues>
  values: ShipValues
  findWarning: (name: string) => ReactNode
}

function Declaration({ form, values, findWarning }: DeclarationProps) {
  const { t } = useLingui()
  const names = useCustomsNames()
  const labels = useCustomsLabels()
  const { data: defaults } = useQuery(shipQueries(useApi()).customsDefaults(useCan('settings:read')))
  const hints: Partial<Record<keyof CustomsValues, string>> = {
    certify_signer: defaults?.certify_signer
      ? t`Empty: ${defaults.certify_signer}. Certifies that the declaration is true.`
      : t`Certifies that the declaration is true.`,
    export_filing: t`Such as NOEEI 30.37(a), or the number of the filing.`,
  }
  const field = (
    name: Exclude<keyof CustomsValues, 'other'>,
    show: (control: object) => ReactNode,
    required = false,
  ) => (
    <Field
      label={labels[name]}
      hint={hints[name]}
      required={required}
      error={form.findError(`customs.${name}`)}
      warning={findWarning(`customs.${name}`)}
    >
      {show}
    </Field>
  )
  const text = (name: Exclude<keyof CustomsValues, 'other'>, type?: string, required?: boolean) =>
    field(
      name,
      (control) => <Input {...control} type={type} autoComplete="off" {...form.register(`customs.${name}`)} />,
      required,
    )
  const choice = (name: 'contents' | 'non_delivery' | 'incoterm', empty: string, choices: Record<string, string>) =>
    field(name, (control) => (
      <Select {...control} {...form.register(`customs.${name}`)}>
        <option value="">{empty}</option>
        {Object.entries(choices).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Select>
    ))
  const asDefault = (name: string | undefined) => (name ? t`As in the settings: ${name}` : t`As in the settings`)
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      {field(
        'currency',
        (control) => (
          <Input
            {...control}
            maxLength={3}
            autoComplete="off"
            placeholder="GBP"
            className="uppercase"
            {...form.register('customs.currency')}
          />
        ),
        true,
      )}
      {choice('contents', asDefault(names.contents[defaults?.contents ?? '']), names.contents)}
      {values.customs.contents === 'other' && text('contents_explanation', undefined, true)}
      {choice('incoterm', t`Not declared`, Object.fromEntries(INCOTERMS.map((term) => [term, term])))}
      {choice('non_delivery', asDefault(names.nonDelivery[defaults?.non_delivery ?? '']), names.nonDelivery)}
      {text('invoice_number')}
      {text('invoice_date', 'date')}
      {text('certify_signer')}
      {filesExports(values.pickup_address.country) && text('export_filing')}
    </div>
  )
}

/** The names of the fields of a declaration. */
export function useCustomsLabels(): Record<Exclude<keyof CustomsValues, 'other'>, string> {
  const { t } = useLingui()
  return {
    currency: t`Currency of the values`,
    contents: t`Reason`,
    contents_explanation: t`Explanation`,
    incoterm: t`Incoterm`,
    non_delivery: t`If it cannot be delivered`,
    invoice_number: t`Invoice number`,
    invoice_date: t`Invoice date`,
    certify_signer: t`Signed by`,
    export_filing: t`Export filing`,
  }
}
