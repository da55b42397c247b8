/** Where the file of an operator's guide lies in the uploads; both realms share it. */
export const fileKey = (videoId: string) => `guides/${videoId}`
