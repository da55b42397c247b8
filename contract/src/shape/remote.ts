/** Remote keys and sound states, shared by the player and the screen page. */
export const remoteKeys = ['up', 'down', 'left', 'right', 'ok', 'back', 'home', 'volume_up', 'volume_down', 'mute'] as const
export type RemoteKey = (typeof remoteKeys)[number]
export const keyPhases = ['press', 'down', 'repeat', 'up'] as const

/** 'on'; 'muted' by the remote; 'blocked': the browser's autoplay policy allows only muted playback until OK is pressed on it. */
export const soundStates = ['on', 'muted', 'blocked'] as const
export type Sound = (typeof soundStates)[number]
