/** Carriers as merchants see them, from the descriptors of their adapters. */
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import type { PublicCarrier } from '@waybill/contracts/carrier'
import { distanceText, lengthText, weightText } from '@waybill/contracts/values/decimals'

export const publicCarrier = (descriptor: CarrierDescriptor): PublicCarrier => ({
  carrier_code: descriptor.carrierCode,
  name: descriptor.name,
  simulated: descriptor.simulated,
  countries: descriptor.countries === '*' ? ['*'] : [...descriptor.countries],
  capabilities: {
    cancel: descriptor.capabilities.cancel,
    update: descriptor.capabilities.update,
    track: descriptor.capabilities.track,
    label: descriptor.capabilities.label,
  },
  labels: descriptor.labels.map(({ format, size }) => ({ format, size })),
  account: descriptor.account
    ? {
        fields: descriptor.account.fields.map(({ name, label, help, required, pattern = null, example = null }) => ({
          name,
          label,
          help,
          required,
          pattern,
          example,
        })),
        callbacks: descriptor.account.callbacks,
      }
    : null,
  discovers_services: descriptor.discoversServices ?? false,
  services: descriptor.services.map((service) => ({
    service_code: service.serviceCode,
    name: service.name,
    features: [...(service.features ?? [])],
    on_demand: service.onDemand,
    max_weight_kg: weightText(service.maxWeightGrams),
    max_length_cm: lengthText(service.maxLengthTenthMm),
    max_width_cm: lengthText(service.maxWidthTenthMm),
    max_height_cm: lengthText(service.maxHeightTenthMm),
    max_parcels: service.maxParcels,
    on_demand_limits: service.onDemandLimits
      ? {
          max_distance_km: distanceText(service.onDemandLimits.maxDistanceM),
          crosses_borders: service.onDemandLimits.crossesBorders,
        }
      : null,
    quote_validity_seconds: service.quoteValidityMs / 1_000,
  })),
})
