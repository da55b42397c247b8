/** The pages of feeds. */
export const settingPath = '/pages/device/setting/setting'
export const feedsPath = '/pages/device/setting/feeds'
/** With an id that of the feed, without one that of a new one. */
export const feedPath = '/pages/device/setting/feed'
/** A download's own page. */
export const taskPath = '/pages/device/download/detail'
