/** A link to download, or the bytes of a torrent file. */
export type LinkOrTorrent = { url: string } | { torrent: Buffer }
