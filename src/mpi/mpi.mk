# Builds takeaway-mpi, which runs the command line tool on the ranks (processes)
# of an MPI job. Only the files in src/mpi use MPI.
# MPICC is the compiler of any MPI of version 3 or later (Open MPI, MPICH).
MPICC ?= mpicc
MPI_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard src/mpi/*.c)))

mpi: packages-mpi ## takeaway-mpi, for several machines (Open MPI or MPICH)
	@$(MAKE) --no-print-directory $(BUILD)/takeaway-mpi

$(BUILD)/takeaway-mpi: $(MPI_OBJ) $(filter-out %/main.o,$(CLI_OBJ)) $(LIBRARY)
	$(SAY) LINK $@
	$(Q)$(MPICC) $(CFLAGS) $(HARD_LINK) -pthread $(LDFLAGS) -o $@ \
	    $(filter %.o,$^) $(filter %.a,$^) $(PNG) $(LIBS)

$(MPI_OBJ): private COMPILE = $(MPICC) $(NEED) $(WARN) $(HARD_CC) $(CPPFLAGS) $(CFLAGS)

# The tests build takeaway-mpi for tests/mpi/run.sh, if an MPI is installed. A
# build with sanitizers leaves it out, since they would report faults of MPI.
tests: $(if $(findstring -fsanitize,$(CFLAGS)),,$(if \
    $(shell command -v $(MPICC)),$(BUILD)/takeaway-mpi))

packages-mpi:
	@.ci/packages $(MPICC)

.PHONY: mpi packages-mpi
