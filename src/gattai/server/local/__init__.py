"""A table at home: matches in files, keys, who may come in, `gattai play`."""
