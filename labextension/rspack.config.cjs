// Two checkouts have to build the same files, wherever they are.
//
// Names of modules and chunks are made of what they are called in the sources: under the default they are hashed from absolute paths.
// The short names that the minimizer gives depend on how often it meets each letter. In files that name chunks it meets letters of hashes that
// are hashed from absolute paths until the real ones take their place: there the names of the sources stay.
const builder = require.resolve('@jupyter/builder');
const { SwcJsMinimizerRspackPlugin } = require(require.resolve('@rspack/core', { paths: [builder] }));

const NAME_CHUNKS = [/remoteEntry/, /worker/];

module.exports = {
  optimization: {
    chunkIds: 'named',
    moduleIds: 'natural',
    minimizer: [
      new SwcJsMinimizerRspackPlugin({ exclude: NAME_CHUNKS }),
      new SwcJsMinimizerRspackPlugin({ include: NAME_CHUNKS, minimizerOptions: { mangle: false } })
    ]
  }
};
