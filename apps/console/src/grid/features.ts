import { columnVisibilityFeature, rowSelectionFeature, tableFeatures } from '@tanstack/react-table'

/** The parts of TanStack Table that grids use. Sorting and filtering are the API's. */
export const gridFeatures = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })
