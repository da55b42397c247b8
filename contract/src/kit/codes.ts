/** Every code of the wire by name: response codes of calls (wire.md) and the box's task codes (spec 8). */
export const Code = {
  ok: 200,
  noToken: 1000,
  unknownToken: 1002,
  expiredToken: 1003,
  endedElsewhere: 1004,
  invalid: 4000,
  wrongCredentials: 4001,
  notAllowed: 4003,
  notFound: 4004,
  notBound: 4007,
  offline: 4008,
  taken: 4009,
  modal: 4016,
  tooMany: 4029,
  fault: 5000,
  noResponse: 5004,
  /** The database of the box is damaged: only its operator can help. */
  damaged: 5005,
} as const

/** Codes of a box in a frame or a publish reply. All are below 2000. */
export const TaskCode = {
  added: 200,
  notCreated: 1000,
  notStarted: 1001,
  invalidLink: 1002,
  emptyMagnet: 1003,
  limit: 1004,
  noFiles: 1005,
  inDownloading: 1006,
  inComplete: 1007,
  noFolder: 1008,
  /** Also of every other act that the box could not write down. */
  noSpace: 1009,
} as const

/** A number, since boxes may send codes that this version does not know. */
export type Code = number

/** Codes that end the app's session (spec 8). */
export const sessionCodes: readonly number[] = [Code.noToken, Code.unknownToken, Code.expiredToken, Code.endedElsewhere]
