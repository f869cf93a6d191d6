// Ids by order: under the default, the id of the entry is hashed from absolute paths, and no two checkouts build the same.
module.exports = { optimization: { moduleIds: 'natural' } };
