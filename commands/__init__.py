"""The commands of the two scripts: one file each, options and wiring only."""
