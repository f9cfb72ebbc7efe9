/** Variables of the geocoder, for the service and for `npm start`. */
import type { ConfigValues, Variable } from '@waybill/chassis/config/config'
import type { GeocoderSettings } from './geocoder.ts'

export const geocoderVariables = {
  GEOCODER_URL: {
    type: 'url',
    default: null,
    description:
      'Base URL of a geocoder with the API of Nominatim: your own, at any address, or https://nominatim.openstreetmap.org. It gets places without names and contacts. Default of `npm start`: the simulator, for tests.',
  },
  GEOCODER_CONTACT: {
    type: 'string',
    default: null,
    description: 'Your e-mail address, for those who run it.',
  },
  GEOCODER_CALLS_PER_SECOND: {
    type: 'number',
    default: 1,
    min: 0.1,
    max: 100,
    unit: 'calls per second',
    description: 'Most calls to it, by all replicas that share a Redis. That of OpenStreetMap allows 1.',
  },
} as const satisfies Record<string, Variable>

/** Null: none is configured. */
export const geocoderSettings = (config: ConfigValues<typeof geocoderVariables>): GeocoderSettings | null =>
  config.GEOCODER_URL === null
    ? null
    : {
        url: config.GEOCODER_URL,
        contact: config.GEOCODER_CONTACT,
        callsPerSecond: config.GEOCODER_CALLS_PER_SECOND,
      }

/** The places that the simulator knows. */
export const simulatedGeocoder = (simulatorUrl: string): GeocoderSettings => ({
  url: `${simulatorUrl}/geocoder`,
  contact: null,
  callsPerSecond: 100,
})
