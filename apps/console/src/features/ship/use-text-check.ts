import type { ShipmentCheck } from '@waybill/sdk'
import { useState } from 'react'
import { useApi } from '../../session/workspace.ts'
import { isAboutText } from './offers/messages.tsx'
import { type ShipValues, toOnDemandDocument } from './values.ts'

/** Texts that couriers cannot take whole, to be read before one is sent. */
export function useTextCheck() {
  const api = useApi()
  const [checked, setChecked] = useState<{ content: string; messages: ShipmentCheck['messages'] } | null>(null)
  return {
    /** Those found in the values, if these values were checked. */
    listTexts: (values: ShipValues): ShipmentCheck['messages'] =>
      checked?.content === contentKey(values) ? checked.messages : [],
    /** Resolves to whether it has found some that were not shown yet. */
    async findNewTexts(values: ShipValues): Promise<boolean> {
      const content = contentKey(values)
      if (checked?.content === content) return false
      const found = await api.shipments.check({ dispatch: null, ...toOnDemandDocument(values) })
      const messages = found.messages.filter(({ code }) => isAboutText(code))
      setChecked({ content, messages })
      return messages.length > 0
    },
  }
}

const contentKey = (values: ShipValues): string => JSON.stringify(toOnDemandDocument(values))
