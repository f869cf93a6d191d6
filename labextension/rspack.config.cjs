// Names of modules and chunks are made of what they are called in the sources: under the default they are hashed from
// absolute paths, and no two checkouts build the same files.
module.exports = { optimization: { chunkIds: 'named', moduleIds: 'natural' } };
