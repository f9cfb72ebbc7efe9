import { useLingui } from '@lingui/react/macro'

/** The words for what a declaration to customs says. */
export function useCustomsNames() {
  const { t } = useLingui()
  const contents: Record<string, string> = {
    merchandise: t`Sale of goods`,
    gift: t`Gift`,
    sample: t`Sample`,
    documents: t`Documents`,
    returned_goods: t`Returned goods`,
    humanitarian_donation: t`Humanitarian donation`,
    other: t`Something else`,
  }
  const nonDelivery: Record<string, string> = { return: t`Return it`, abandon: t`Abandon it` }
  return { contents, nonDelivery }
}
