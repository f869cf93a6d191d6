"""What programs are staged to. `protocol` says what a back end must do; `registry` finds them."""
