/** Words of the remote and of sound that the player and the screen page share. */
export const remoteKeys = ['up', 'down', 'left', 'right', 'ok', 'back', 'home', 'volume_up', 'volume_down', 'mute'] as const
export type RemoteKey = (typeof remoteKeys)[number]
export const keyPhases = ['press', 'down', 'repeat', 'up'] as const

/** 'on'; 'muted' by the pad; 'blocked': the screen's browser lets it play muted only until OK is pressed on it. */
export const sounds = ['on', 'muted', 'blocked'] as const
export type Sound = (typeof sounds)[number]
