// The schemas of the API's description by name, once they are read.

export const schemas = {};
