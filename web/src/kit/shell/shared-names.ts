/** Where the service worker leaves for the app what another app shared. */
export const sharedCache = 'homeport-shared'
export const sharedPath = 'shared-input'
