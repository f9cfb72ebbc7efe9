import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { GridColumn } from '../../grid/columns.ts'
import { MemberName } from '../../handling/member-name.tsx'
import type { ListedShipment } from './listed-rows.ts'

/** The columns of tags, assignee and hold. The reason of a hold is hidden where few shipments have one. */
export function useHandlingColumns({ withHold }: { withHold: boolean }): GridColumn<ListedShipment>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'tags',
        header: t`Tags`,
        width: 'minmax(7rem, 0.9fr)',
        hidden: !withHold,
        cell: ({ tags }) => tags.join(', '),
      },
      {
        id: 'assignee',
        header: t`Assigned to`,
        width: '8rem',
        hidden: !withHold,
        cell: ({ assignee_id }) => assignee_id && <MemberName userId={assignee_id} />,
      },
      {
        id: 'hold',
        header: t`Hold`,
        width: 'minmax(8rem, 2fr)',
        hidden: !withHold,
        cell: ({ hold }) => hold?.reason,
      },
    ],
    [t, withHold],
  )
}
