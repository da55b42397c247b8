/** Remote keys, sound states and the kinds of screens, shared by the player and the screen page. */
export const remoteKeys = ['up', 'down', 'left', 'right', 'ok', 'back', 'home', 'volume_up', 'volume_down', 'mute'] as const
export type RemoteKey = (typeof remoteKeys)[number]
export const keyPhases = ['press', 'down', 'repeat', 'up'] as const

/** 'on'; 'muted' by the remote; 'blocked': the browser's autoplay policy allows only muted playback until OK is pressed on it. */
export const soundStates = ['on', 'muted', 'blocked'] as const
export type Sound = (typeof soundStates)[number]

/** Night sound of a screen: quiet voices louder, loud bangs quieter. 'none': its browser has no means for it. 'blocked': chosen, but the browser's autoplay policy lets nobody change the sound until a key is pressed on the screen itself. */
export const nightStates = ['none', 'off', 'on', 'blocked'] as const
export type Night = (typeof nightStates)[number]

/**
 * Acts that a screen may have no notion of, where it is no page of the box. keys: arrows, OK, Back and Home. text: a search field. speed: another speed. comments: bullet comments over the film.
 * night: night sound. secondary: two subtitles at once. pause, volume: it refuses them. subtitles: it names no way to show any. limit: a limit of the bit rate, since it reads the file itself. offset: another time of subtitles that are inside the file.
 */
export const screenLacks = [
  'keys',
  'text',
  'speed',
  'comments',
  'night',
  'secondary',
  'pause',
  'volume',
  'subtitles',
  'limit',
  'offset',
] as const
export type ScreenLack = (typeof screenLacks)[number]

/** page: the box's page in a browser. dlna: a renderer, which the box finds by itself. mpv: the display of the box itself. kodi: one whose address the owner gave. */
export const screenPlayers = ['page', 'dlna', 'mpv', 'kodi'] as const
