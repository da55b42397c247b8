/** The page where the owner sets the keys of the box's services: films and subtitles lead there. */
export const keysPath = '/pages/device/setting/keys'
